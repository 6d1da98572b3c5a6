import type { SocialProvider } from '@portico/protocol/social'
import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import type { OAuthProvider } from './OAuthProvider.ts'
import { x } from './x.ts'

/** The providers of social logins. */
export const providers: Readonly<Record<SocialProvider, OAuthProvider>> = {
  google,
  apple,
  github,
  discord,
  x,
  facebook,
}
