/** What a check found: `warning` for what works but should be looked at, `problem` for what would not work. */
export type Outcome = { status: 'ok' | 'warning' | 'problem'; text: string }

/** One thing that `--check` tries. */
export type Check = {
  /** What is checked, such as `database`. */
  name: string
  /** Returns one line for each thing found. What it throws is a problem. */
  run(): Promise<Outcome | readonly Outcome[]>
}
