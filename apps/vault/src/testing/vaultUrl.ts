/** Public URL of a test's vault. */
export const vaultUrl = 'http://vault.test'
