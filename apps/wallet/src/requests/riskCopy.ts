import { createText } from '../language/createText.ts'

/** The warnings of requests that move or allow something, by transaction or by signature. */
const riskCopy = {
  'risk.noLimit.you':
    'There is no limit: the spender can take all of it until you revoke it, without asking you again.',
  'risk.noLimit.safe':
    'There is no limit: the spender can take all of it until the Safe revokes it, without asking the Safe’s owners again.',
  'risk.noLimit.other':
    'There is no limit: the spender can take all of it until the owner revokes it, without asking the owner again.',
  'risk.noLimitUntilEnd.you':
    'There is no limit: the spender can take all of it until the permission ends, without asking you again.',
  'risk.noLimitUntilEnd.safe':
    'There is no limit: the spender can take all of it until the permission ends, without asking the Safe’s owners again.',
  'risk.noLimitUntilEnd.other':
    'There is no limit: the spender can take all of it until the permission ends, without asking the owner again.',
  'risk.noLimitFor.you':
    'There is no limit for {names}: the spender can take all of it until you revoke it, without asking you again.',
  'risk.noLimitFor.safe':
    'There is no limit for {names}: the spender can take all of it until the Safe revokes it, without asking the Safe’s owners again.',
  'risk.noLimitFor.other':
    'There is no limit for {names}: the spender can take all of it until the owner revokes it, without asking the owner again.',
  'risk.noLimitForUntilEnd.you':
    'There is no limit for {names}: the spender can take all of it until the permission ends, without asking you again.',
  'risk.noLimitForUntilEnd.safe':
    'There is no limit for {names}: the spender can take all of it until the permission ends, without asking the Safe’s owners again.',
  'risk.noLimitForUntilEnd.other':
    'There is no limit for {names}: the spender can take all of it until the permission ends, without asking the owner again.',
  'risk.takes.you': 'The spender can take this until you revoke it, without asking you again.',
  'risk.takes.safe':
    'The spender can take this until the Safe revokes it, without asking the Safe’s owners again.',
  'risk.takes.other': 'The spender can take this until the owner revokes it, without asking the owner again.',
  'risk.takesUntilEnd.you': 'The spender can take this until the permission ends, without asking you again.',
  'risk.takesUntilEnd.safe':
    'The spender can take this until the permission ends, without asking the Safe’s owners again.',
  'risk.takesUntilEnd.other':
    'The spender can take this until the permission ends, without asking the owner again.',
  'risk.takesNamed.you': 'The spender can take {names} until you revoke it, without asking you again.',
  'risk.takesNamed.safe':
    'The spender can take {names} until the Safe revokes it, without asking the Safe’s owners again.',
  'risk.takesNamed.other':
    'The spender can take {names} until the owner revokes it, without asking the owner again.',
  'risk.takesNamedUntilEnd.you':
    'The spender can take {names} until the permission ends, without asking you again.',
  'risk.takesNamedUntilEnd.safe':
    'The spender can take {names} until the permission ends, without asking the Safe’s owners again.',
  'risk.takesNamedUntilEnd.other':
    'The spender can take {names} until the permission ends, without asking the owner again.',
  'risk.takesCollection.you':
    'The spender can take all your NFTs of this collection until you revoke it, without paying and without asking you again.',
  'risk.takesCollection.safe':
    'The spender can take all the Safe’s NFTs of this collection until the Safe revokes it, without paying and without asking the Safe’s owners again.',
  'risk.takesCollection.other':
    'The spender can take all NFTs of this collection until the owner revokes it, without paying and without asking the owner again.',
  'risk.takesNft.you':
    'The spender can take the NFT until the permission ends, without paying and without asking you again.',
  'risk.takesNft.safe':
    'The spender can take the NFT until the permission ends, without paying and without asking the Safe’s owners again.',
  'risk.takesNft.other':
    'The spender can take the NFT until the permission ends, without paying and without asking the owner again.',
  'risk.nft':
    'An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it.',
  'risk.deals.signed': 'You get back about {back} of the {paid} you give.',
  'risk.deals.simulated': 'In a simulation, you get back about {back} of the {paid} you give.',
  'risk.deals.promised': 'You are promised only about {back} for the {paid} that can be taken.',
  'risk.deals.forOthers': 'You get nothing. Someone else gets about {back} for the {paid} you give.',
  'risk.lookAlike':
    'This address only looks like {known}, which you sent to before. It is a different address.',
  'risk.first.contract': 'This is the first time you use this contract. Check its address.',
  'risk.first.spender':
    'This is the first time you deal with this spender. Check the whole address before you approve.',
  'risk.first.borrower':
    'This is the first time you deal with this borrower. Check the whole address before you approve.',
  'risk.first.payee':
    'This is the first time you deal with this recipient. Check the whole address before you approve.',
  'risk.first.recipient':
    'This is the first time you send to this address. Check the whole address before you approve.',
  'risk.newAddresses': 'Check every address that is new to you before you approve.',
  'risk.swap.forOther': 'You pay, but what the swap returns goes to another address, not to you.',
  'risk.swap.noMinimum': 'The swap has no minimum: you may get nothing for what you give.',
  'risk.swap.charged': 'The exchange keeps a part for itself. What you get at least is counted after that.',
  'risk.moreLeaves': 'The simulation shows that more leaves your account than the call says.',
  'risk.morePermissions':
    'The simulation shows a permission that the call does not mention. When it ends is unknown.',
  'risk.relayed':
    'Another contract makes the calls inside in its own name: {contract}. The wallet cannot read what it does with your account: more could leave it, now or later, without an end.',
  'risk.vote':
    'This looks like a vote, and a vote moves no money. But the contract decides what happens: it could take what it holds for you, or what you allowed it to take. Approve it only if you trust this site.',
  'risk.delegation':
    'This looks like a delegation of your votes, which moves no money: your tokens stay yours. But the contract decides what happens: it could take what it holds for you, or what you allowed it to take. Approve it only if you trust this site.',
  'risk.unknownCall':
    'The wallet cannot read what this call does (function {selector} of {contract}): it could take more than is shown here, now or later.',
  'risk.unclear.send':
    'Could not find out whether this contract is a token or a collection of NFTs. Of a token, {amount} of its smallest units would leave; of a collection, NFT #{id}. Reject it unless you know this contract.',
  'risk.unclear.allow':
    'Could not find out whether this contract is a token or a collection of NFTs. Of a token, up to {amount} of its smallest units can be taken; of a collection, NFT #{id} can be taken. Reject it unless you know this contract.',
  'risk.unclear.end':
    'Could not find out whether this contract is a token or a collection of NFTs. Of a token, nothing can be taken any more; of a collection, NFT #{id} can be taken. Reject it unless you know this contract.',
  'risk.testNetwork': 'Test network: these coins have no real value.',
  'risk.noPrice': 'There is no price for {names}, so the value of {names} is unknown.',
  'risk.total': 'The total value is about {dollars}.',
  'risk.totalNoLimit': 'The total value is about {dollars}, not counting what has no limit.',
  'risk.totalNoPrice': 'The total value is about {dollars}, not counting what has no price.',
  'risk.totalNoLimitNoPrice':
    'The total value is about {dollars}, not counting what has no limit and what has no price.',
  'risk.totalWithFee': 'The total value is about {dollars}, including the fee.',
  'risk.totalWithFeeNoLimit':
    'The total value is about {dollars}, including the fee, not counting what has no limit.',
  'risk.totalWithFeeNoPrice':
    'The total value is about {dollars}, including the fee, not counting what has no price.',
  'risk.totalWithFeeNoLimitNoPrice':
    'The total value is about {dollars}, including the fee, not counting what has no limit and what has no price.',
  'risk.ofOthers': 'What leaves the other account is worth about {dollars}. It is not your money.',
  'risk.ofOthersUnknown': 'What leaves the other account is worth about {dollars}.',
  'risk.unread': 'Your balance of {names} could not be read.',
  'risk.tooMuchReverted': 'You have only {have}.',
  'risk.tooMuchOfCalls':
    'You have only {have} now. Unless the calls bring the rest, this fails and nothing is sent.',
  'risk.tooMuch':
    'You have only {have}, so this will probably fail. Then nothing is sent; at most you pay the fee.',
  'risk.tooMuchSponsored': 'You have only {have}, so this will probably fail. Then nothing is sent.',
  'risk.allowedTooMuch': 'You have only {have} now; what you get later can be taken too.',
  'risk.share': '{amount} is {percent} of your {name}.',
} as const

export const riskText = createText('approve', riskCopy)
