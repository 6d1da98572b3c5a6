import { createMessage } from '@portico/siwx'
import { writeTime } from './createScene.ts'
import type { MakeRequest } from './RandomRequest.ts'
import { signPermit, signPermit2 } from './randomPermissions.ts'
import { sign, signText } from './signRandom.ts'

const noEnd = 'without an end'
const texts = [
  'Welcome to the forum, Ada. Please prove that this account is yours.',
  'I agree to the terms of service, version 4.',
  'Verify my account for the support chat.\nTicket: 48213',
  'Link this address to the player Ada_1815.',
  'Claim my seat at the community meeting in Lisbon',
]

/** Kinds of signatures that can be of low risk. */
export const lowSignatures: Readonly<Record<string, MakeRequest>> = {
  text: (random, scene) => {
    const message = random.pick(texts)
    return signText(
      'a text',
      message,
      scene,
      { gets: `${scene.host} gets the signed text`, howMuch: 'nothing', when: 'nothing', until: noEnd },
      [scene.host, noEnd],
    )
  },
  signIn: (random, scene) => {
    const end = random.chance(0.5) ? new Date(scene.now + random.integer(1, 30) * 86_400_000) : undefined
    const message = createMessage({
      domain: scene.host,
      address: scene.account,
      uri: `https://${scene.host}/`,
      version: '1',
      chainId: scene.chainId,
      nonce: random.hash().slice(2, 18),
      issuedAt: new Date(scene.now).toISOString(),
      ...(end ? { expirationTime: end.toISOString() } : {}),
    })
    const until = end ? writeTime(end.getTime() / 1000) : 'when the site ends it'
    const answers = {
      gets: `${scene.host} signs the visitor in`,
      howMuch: 'nothing',
      when: 'nothing',
      until,
    } as const
    const { shown: _, ...request } = signText('a sign-in', message, scene, answers, [])
    // Its text is under Details, as the facts express all of it.
    return { ...request, shown: [`Signs in to: ${scene.host}`, `Sign-in ends: ${until}`, scene.account] }
  },
  revokedPermit: (random, scene) => signPermit(random, scene, scene.token(), 0n),
  revokedPermit2: (random, scene) =>
    signPermit2(
      random,
      scene,
      random.some(scene.tokens, random.pick([1, 2, 5])).map((token) => ({ token, amount: 0n })),
    ),
  revokedCollection: (random, scene) => {
    const nft = scene.nft()
    const operator = random.address()
    const deadline = scene.soon()
    return sign(
      'a permission for a collection that is revoked',
      {
        type: 'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
        domain: { name: 'Collection', verifyingContract: nft.address },
        message: { operator, approved: false, nonce: 0, deadline },
      },
      scene,
      {
        gets: `${operator} loses the permission`,
        howMuch: 'every NFT of the collection',
        when: 'nothing',
        until: `signature: ${writeTime(deadline)}`,
      },
      [operator, writeTime(deadline), 'the permission to take all your NFTs of'],
    )
  },
  cancelled: (random, scene) => {
    const token = scene.token()
    return sign(
      'a signed transfer that is cancelled (EIP-3009)',
      {
        type: 'CancelAuthorization(address authorizer,bytes32 nonce)',
        domain: { name: `${token.symbol} Token`, version: '2', verifyingContract: token.address },
        message: { authorizer: scene.account, nonce: random.hash() },
      },
      scene,
      {
        gets: 'nobody',
        howMuch: `one transfer of ${token.symbol}`,
        when: 'nothing',
        until: 'no deadline',
      },
      [`Sign a cancellation of a transfer of ${token.symbol}`, `one ${token.symbol} transfer`, 'no deadline'],
    )
  },
  revokedCredit: (random, scene) => {
    const token = scene.token()
    const delegatee = random.address()
    const deadline = scene.soon()
    return sign(
      'a permission to borrow that is revoked (Aave)',
      {
        type: 'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
        domain: { name: 'Aave Variable Debt', version: '1', verifyingContract: token.address },
        message: { delegatee, value: '0', nonce: 0, deadline },
      },
      scene,
      {
        gets: `${delegatee} loses the permission to borrow`,
        howMuch: token.symbol,
        when: 'nothing',
        until: `signature: ${writeTime(deadline)}`,
      },
      [delegatee, `the permission to borrow ${token.symbol}`, writeTime(deadline)],
    )
  },
}
