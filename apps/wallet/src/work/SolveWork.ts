/** Returns the number that solves the vault's challenge (`workText` in `@portico/protocol/vault`). */
export type SolveWork = (task: { challenge: string; bits: number }) => Promise<number>
