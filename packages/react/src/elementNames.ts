/** Custom elements for pages without React, without their `appkit-` prefix. */
export const elementNames = ['button', 'connect-button', 'account-button', 'network-button', 'modal'] as const

export type ElementName = (typeof elementNames)[number]
