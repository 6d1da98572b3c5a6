/** The Solana and the Bitcoin of a developer's machine, beside the two EVM chains. */
export const localNetworks = {
  solana: 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz',
  bitcoin: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
} as const
