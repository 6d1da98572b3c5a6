import type { FramePayload, FrameRequestType, FrameResult } from '@portico/protocol/frame'

/** One function for each message of the protocol. */
export type Handlers = {
  [T in FrameRequestType]: (
    payload: FramePayload<T>,
    request: { id: string },
  ) => FrameResult<T> | Promise<FrameResult<T>>
}
