/** Called between the steps of sending an operation. Tests end the process there. */
export type Reach = (step: 'checked' | 'signed' | 'stored' | 'broadcast' | 'raise') => void | Promise<void>
