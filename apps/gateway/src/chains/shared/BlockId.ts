/** A block by number and hash. */
export type BlockId = { number: number; hash: string }
