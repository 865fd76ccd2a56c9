// What the server tells (`../protocol.md`), and what the parts of the page may ask of one another. Read by `tsc` alone.

export type Line = [string, string][];
export interface Button { label: string; press: string; enabled: boolean; style?: string }
export interface Menu {
  label: string; press: string; at_least: number; at_most: number;
  options: { label: string; value: string; note: string; chosen: boolean }[];
}
export type Control = { button?: Button; menu?: Menu };
export interface Page { title: string; lines: Line[]; controls: Control[][] }
export interface Seat { name: string; taken: boolean; computer: boolean; skill?: string; away: boolean; due: boolean; won: number }
/** What somebody says at the table. */
export interface Said { seat: number | null; name: string; text: string }
/** What a game adds to a scene: see the tables of the protocol. */
export type Play = any;
export interface Scene {
  game: string; stage: 'lobby' | 'playing' | 'over' | 'closed'; paused: boolean; you: number | null; host?: number; seats: Seat[];
  deadline: number | null; due: string; between: boolean; play: Play | null;
  /** Everybody's cards, in a replay. */
  hands?: string[][];
}
export interface Hello {
  version: number; language: string; other_languages: [string, string][]; name: string | null; outside: string | null;
  linked: boolean; words: Record<string, string>;
}
export interface Home {
  games: { game: string; name: string }[]; tables: { key: string; name: string; people: string; since: number }[]; daily?: string; note?: Line;
}
export interface Table {
  number: number; now: number; scene: Scene | null; page: Page; asks?: Page; looks: { four_colors: boolean; letters: boolean; suggestions: boolean | null };
  news: Line[]; skew?: number;
  invitation?: { address: string; code: string[]; size: number; note: Line };
}
export interface Answer {
  id: number; outcome: 'done' | 'shown' | 'asked' | 'refused'; page: Page; hand: boolean; table: string | null;
  file?: { name: string; text: string }; exhibit?: any;
}
/** What the page does for its parts. */
export interface Does {
  /** Carries a wish out, and shows the answer where it belongs. */
  ask(wish: object): Promise<void>;
  press(code: string, values?: string[]): Promise<void> | void;
  draft(cards: string): Promise<void> | void;
  /** A draft is on its way. */
  busy(): boolean;
  /** Says something in the line of news. */
  say(text: string): void;
  /** Says why, until the viewer goes on. */
  explain(what: string, why: string[]): void;
  /** Asks which of these controls is meant. */
  choose(page: Page): void;
  redraw(): void;
  /** Ends that a computer plays for the viewer. */
  comeBack(): void;
}
export interface Size { width: number; height: number; card: number; tall: number }
/** A game on the table: each file of one exports these. */
export interface GameFace {
  /** What the header says: chips. */
  strip(scene: Scene, does: Does): (Node | null)[];
  /** What lies on the table. */
  felt(scene: Scene, looks: { last: number; lays: any; looks: any }, does: Does): Element;
  /** Parts of it that are written in frames of their own: the seats before it, the ladder behind it. */
  around?(scene: Scene): (Node | null)[];
  rungs?(scene: Scene, lays: any): boolean;
  /** Takes over what the server says is put together. */
  adopt(scene: Scene, busy: boolean): void;
  /** What waited for the server's word. */
  goOn(scene: Scene, does: Does): void;
  /** A hint is asked for again. */
  advised?(): void;
  /** Plays what is raised; if nothing is, raises `focused`, the card that has the focus, by its place in the hand. */
  play(scene: Scene, does: Does, focused?: number): void;
  own(scene: Scene, does: Does, size: Size): Node[];
  playButton(scene: Scene, does: Does): Node | null;
  note(scene: Scene): string;
  /** What the line of news says as long as what lies there does, and why it is won. */
  standing?(scene: Scene, lays: any): { failed: string; taken: boolean; why: string[]; beside: (text: string) => boolean };
  beside(scene: Scene, show: () => void, last?: number): (Node | null)[];
  /** What is seen between two tables, one after another; null where they look the same. Without it each is shown for a moment. */
  steps?(before: Table | null, told: Table): { told: Table; lays?: any; stays: number; holds?: boolean }[] | null;
  /** The viewer's own seat, where it is not on the felt. */
  me?(scene: Scene): Node | null;
  /** What lies above the words of a finished round. */
  ended?(scene: Scene): (Node | null)[];
  /** More for the column beside the felt. */
  column?(scene: Scene): (Node | null)[];
}
