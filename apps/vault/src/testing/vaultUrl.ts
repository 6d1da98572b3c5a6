/** Where the vault of a test believes to be. */
export const vaultUrl = 'http://vault.test'
