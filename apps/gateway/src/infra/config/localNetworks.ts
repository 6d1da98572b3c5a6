/** CAIP-2 IDs of the local Solana and Bitcoin networks that `apps/devnet` starts beside its two EVM chains. */
export const localNetworks = {
  solana: 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz',
  solanaTwo: 'solana:ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5',
  bitcoin: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
} as const
