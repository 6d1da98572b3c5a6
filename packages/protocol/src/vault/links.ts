import * as z from 'zod/mini'
import { userId } from './primitives.ts'

/**
 * `POST /v1/links/allow`: a device of the user lets new devices ask for links, although strangers used up what the mailbox
 * gets.
 */
export const linksAllowRequest = z.strictObject({ userId })
export type LinksAllowRequest = z.infer<typeof linksAllowRequest>

/** `until`: ISO 8601. */
export const linksAllowResponse = z.object({ until: z.string() })
export type LinksAllowResponse = z.infer<typeof linksAllowResponse>
