/** The namespace of the embedded wallet's accounts. */
export const authNamespace = 'eip155'
