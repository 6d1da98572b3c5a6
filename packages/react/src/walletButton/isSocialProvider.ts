import type { SocialProvider } from '../account.ts'

/** The social logins that AppKit has. */
const socialProviders = {
  google: true,
  x: true,
  discord: true,
  farcaster: true,
  github: true,
  apple: true,
  facebook: true,
} satisfies Record<SocialProvider, true>

/** Returns whether a name is that of a social login. */
export function isSocialProvider(name: string): name is SocialProvider {
  return Object.hasOwn(socialProviders, name)
}
