import type { FramePayload, FrameRequestType, FrameResult } from '@portico/protocol/frame'

/** One handler for each message of the frame protocol. */
export type Handlers = {
  [T in FrameRequestType]: (
    payload: FramePayload<T>,
    request: { id: string },
  ) => FrameResult<T> | Promise<FrameResult<T>>
}
