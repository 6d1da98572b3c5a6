export {
  createFarcasterVerifier,
  type FarcasterRefusal,
  type FarcasterVerdict,
  type FarcasterVerifier,
} from './createFarcasterVerifier.ts'
export { farcasterHoldMs } from './farcasterHoldMs.ts'
export { farcasterNonce } from './farcasterNonce.ts'
export { readFarcasterRpcUrls } from './readFarcasterRpcUrls.ts'
