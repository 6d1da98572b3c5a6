/** Options that differ from their defaults, keyed by the path of their row in the option table. */
export type DemoOptions = Readonly<Record<string, unknown>>
