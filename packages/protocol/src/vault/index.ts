export {
  type AutoReceipt,
  type AutoReleaseRequest,
  type AutoReleaseResponse,
  type AutoStoreRequest,
  type AutoStoreResponse,
  autoReceipt,
  autoReleaseRequest,
  autoReleaseResponse,
  autoStoreRequest,
  autoStoreResponse,
  type ReleasedAuto,
  releasedAuto,
  type SealedAuto,
  sealedAuto,
} from './auto.ts'
export {
  type EmailClaimRequest,
  type EmailClaimResponse,
  emailClaimRequest,
  emailClaimResponse,
  type GrantActivateRequest,
  grantActivateRequest,
  type SealedClaim,
  sealedClaim,
} from './claims.ts'
export {
  type DeviceApproveRequest,
  type DeviceCancelResponse,
  type DeviceInspectResponse,
  type DeviceRequest,
  deviceApproveRequest,
  deviceCancelResponse,
  deviceInspectResponse,
  deviceRequest,
} from './device.ts'
export {
  type ChallengeRequest,
  challengeRequest,
  type EmailDeviceResponse,
  type EmailResendResponse,
  type EmailStartRequest,
  type EmailStartResponse,
  emailDeviceResponse,
  emailResendResponse,
  emailStartRequest,
  emailStartResponse,
} from './email.ts'
export {
  type ExportKind,
  type ExportNoticed,
  type ExportRequest,
  type ExportResponse,
  exportKind,
  exportNoticed,
  exportRequest,
  exportResponse,
} from './exports.ts'
export {
  type FarcasterClaimRequest,
  type FarcasterStartRequest,
  type FarcasterStartResponse,
  farcasterClaimRequest,
  farcasterStartRequest,
  farcasterStartResponse,
  type SealedFarcasterClaim,
  type SignedSiwf,
  sealedFarcasterClaim,
  signedSiwf,
} from './farcaster.ts'
export { type IdentityBatch, identityBatch, identityBatchType } from './identities.ts'
export {
  type IdentityAssertion,
  identityAssertion,
  type VaultKeysResponse,
  vaultKeysResponse,
} from './keys.ts'
export {
  type LinksAllowRequest,
  type LinksAllowResponse,
  linksAllowRequest,
  linksAllowResponse,
} from './links.ts'
export {
  type LoginRemoveRequest,
  type LoginsRequest,
  type LoginsResponse,
  loginRemoveRequest,
  loginsRequest,
  loginsResponse,
} from './logins.ts'
export { type MoveRequest, type MoveResponse, moveRequest, moveResponse } from './move.ts'
export { type NoticeRequest, noticeRequest } from './notices.ts'
export { type VaultProblem, vaultProblem } from './problem.ts'
export {
  type SocialAttachRequest,
  type SocialAttachResponse,
  type SocialClaimRequest,
  type SocialClaimResponse,
  type SocialFinishRequest,
  type SocialFinishResponse,
  type SocialOpenRequest,
  type SocialOpenResponse,
  type SocialProfile,
  type SocialStartRequest,
  type SocialStartResponse,
  type SocialWaitResponse,
  socialAttachRequest,
  socialAttachResponse,
  socialClaimRequest,
  socialClaimResponse,
  socialFinishRequest,
  socialFinishResponse,
  socialOpenRequest,
  socialOpenResponse,
  socialProfile,
  socialStartRequest,
  socialStartResponse,
  socialWaitResponse,
} from './social.ts'
export {
  type DeviceAdded,
  deviceAdded,
  type EmailApproved,
  type EmailChanged,
  type EmailReverted,
  emailApproved,
  emailChanged,
  emailReverted,
  type HoldCancelled,
  holdCancelled,
} from './statements.ts'
export {
  type UpdateFinishRequest,
  type UpdateFinishResponse,
  type UpdateLinkResponse,
  type UpdateRevertRequest,
  type UpdateRevertResponse,
  type UpdateStartRequest,
  type UpdateStartResponse,
  updateFinishRequest,
  updateFinishResponse,
  updateLinkResponse,
  updateRevertRequest,
  updateRevertResponse,
  updateStartRequest,
  updateStartResponse,
} from './update.ts'
export { hasZeroBits, maxWorkBits, type WorkProof, workProof, workText } from './work.ts'
