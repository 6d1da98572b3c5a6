/** The family of chains the embedded wallet has accounts of. */
export const authNamespace = 'eip155'
