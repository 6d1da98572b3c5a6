import type { Asset, Permission } from './Effect.ts'

/** A permission for the number 0 at a contract of an unknown kind. */
export type EndOrNft = Extract<Permission, { type: 'allow' }> & { asset: Asset & { kind: 'unclear' } }

/** Whether a call ends a permission if the contract is a token, and gives one for NFT #0 if it is a collection. */
export function isEndOrNft(permission: Permission): permission is EndOrNft {
  const { asset } = permission
  return permission.type === 'allow' && !permission.isAdded && asset.kind === 'unclear' && asset.number === 0n
}
