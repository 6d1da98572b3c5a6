/** The namespace whose accounts every embedded wallet has. */
export const authNamespace = 'eip155'
