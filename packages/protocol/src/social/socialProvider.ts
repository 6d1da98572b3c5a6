import * as z from 'zod/mini'

/** The providers of social logins that use OAuth 2 or OpenID Connect. */
export const socialProvider = z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord'])
export type SocialProvider = z.infer<typeof socialProvider>
