export { languageTag } from '../languageTag.ts'
export { type FrameEvent, type FrameEventType, type FrameView, frameEvents } from './events.ts'
export { type FrameHello, type FrameWelcome, frameHello, frameVersion, frameWelcome } from './handshake.ts'
export { frameLimits } from './limits.ts'
export {
  type FrameProblem,
  type FrameReply,
  type FrameRequest,
  type Parsed,
  parseFrameEvent,
  parseFrameReply,
  parseFrameRequest,
  readFrameId,
} from './parse.ts'
export { isPlainData } from './plainData.ts'
export {
  type FrameFailure,
  type FramePayload,
  type FrameRequestType,
  type FrameResult,
  frameRequests,
} from './requests.ts'
export { type SolanaSendOptions, solanaCommitment, solanaParams, solanaSendOptions } from './solanaParams.ts'
