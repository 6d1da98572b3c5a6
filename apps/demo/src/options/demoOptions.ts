/** Options that differ from the defaults, by the path of their row in the option table. */
export type DemoOptions = Readonly<Record<string, unknown>>
