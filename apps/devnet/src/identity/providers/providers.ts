import type { ProviderId } from '../IdentityClient.ts'
import type { Provider } from '../Provider.ts'
import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { x } from './x.ts'

/** The imitated providers. */
export const providers: Readonly<Record<ProviderId, Provider>> = {
  google,
  apple,
  github,
  discord,
  x,
  facebook,
}
