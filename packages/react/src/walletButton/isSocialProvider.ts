/** The social logins that AppKit has. This release cannot connect them. */
const socialProviders = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const

export type SocialProvider = (typeof socialProviders)[number]

/** Returns whether a name is that of a social login. */
export function isSocialProvider(name: string): name is SocialProvider {
  return (socialProviders as readonly string[]).includes(name)
}
