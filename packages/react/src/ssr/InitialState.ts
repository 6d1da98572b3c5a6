/** What a server needs of a visitor's stored state, by the keys of storage: networks, and IDs of connectors. Plain data. */
export type InitialState = Readonly<Record<string, string>>
