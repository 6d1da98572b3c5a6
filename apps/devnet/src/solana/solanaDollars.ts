/** What a coin of the local Solana costs, in Dev Dollars. */
export const solanaDollars = 150
