import * as z from 'zod/mini'

/** `POST /v1/notices`: a statement of the gateway, which it sends itself (`gatewayNotice`). */
export const noticeRequest = z.strictObject({
  statement: z.string().check(z.minLength(1), z.maxLength(4096)),
})
export type NoticeRequest = z.infer<typeof noticeRequest>
