// Delegations as DelegationManager hashes and decodes them. Its EIP-712 domain has the network, so that a signature is worth nothing on
// another one. The hash covers neither the signature nor `args`, which the redeemer may set; no enforcer of this wallet reads `args`.
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
} from 'viem/utils'
import { hasOwnBytes } from '../hasOwnBytes.ts'
import type { Delegation } from './Delegation.ts'

/** The authority of a delegation that is derived from no other one. */
export const rootAuthority: Hex = `0x${'ff'.repeat(32)}`

const caveatType = 'Caveat(address enforcer,bytes terms)'
const delegationType = `Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)${caveatType}`
const domainType = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

const abi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
])
const [{ inputs }] = abi
const chain = [{ ...inputs[0], type: 'tuple[]', name: 'chain' }] as const

/** Hashes, encodes and decodes delegations of an account. */
export const delegationCoding = {
  /** The hash by which DelegationManager and the enforcers know a delegation. */
  hash({ delegate, delegator, caveats, salt }: Delegation): Hex {
    const hashes = caveats.map(({ enforcer, terms }) =>
      keccak_256(concatBytes(hashText(caveatType), toWord(enforcer), keccak_256(toBytes(terms)))),
    )
    return toHex(
      keccak_256(
        concatBytes(
          hashText(delegationType),
          toWord(delegate),
          toWord(delegator),
          toBytes(rootAuthority),
          keccak_256(concatBytes(...hashes)),
          toWord(`0x${salt.toString(16)}`),
        ),
      ),
    )
  },

  /** The digest that the account signs, for one network (EIP-712). */
  digest(delegation: Delegation, chainId: number): Hex {
    const domain = keccak_256(
      concatBytes(
        hashText(domainType),
        hashText('DelegationManager'),
        hashText('1'),
        toWord(`0x${chainId.toString(16)}`),
        toWord(delegatorContracts.DelegationManager),
      ),
    )
    const prefix = new Uint8Array([0x19, 0x01])
    return toHex(keccak_256(concatBytes(prefix, domain, toBytes(delegationCoding.hash(delegation)))))
  },

  /** Encodes a signed delegation as the permission context of ERC-7710. */
  encodeContext(delegation: Delegation, signature: Hex): Hex {
    return encodeAbiParameters(chain, [[toTuple(delegation, signature)]])
  },

  /** Returns the delegation of a context; undefined if it is not a single one that is derived from no other. */
  decodeContext(context: Hex): Delegation | undefined {
    try {
      if (!hasOwnBytes(chain, context)) return undefined
      const [[delegation, ...more]] = decodeAbiParameters(chain, context)
      if (!delegation || more.length > 0 || delegation.authority !== rootAuthority) return undefined
      const { delegate, delegator, caveats, salt } = delegation
      return {
        delegate,
        delegator,
        caveats: caveats.map(({ enforcer, terms }) => ({ enforcer, terms })),
        salt,
      }
    } catch {
      return undefined
    }
  },

  /** The call of DelegationManager with which the account revokes a delegation. It needs no signature. */
  encodeRevocation(delegation: Delegation): Hex {
    return encodeFunctionData({ abi, functionName: 'disableDelegation', args: [toTuple(delegation, '0x')] })
  },

  /** Returns the delegation; undefined for bytes that `encodeRevocation` does not return. */
  decodeRevocation(data: Hex): Delegation | undefined {
    try {
      if (!hasOwnBytes(inputs, `0x${data.slice(10)}`)) return undefined
      const [delegation] = decodeFunctionData({ abi, data }).args
      const read = fromTuple(delegation)
      return delegationCoding.encodeRevocation(read) === data.toLowerCase() ? read : undefined
    } catch {
      return undefined
    }
  },
}

function toTuple({ delegate, delegator, caveats, salt }: Delegation, signature: Hex) {
  const withArgs = caveats.map(({ enforcer, terms }) => ({ enforcer, terms, args: '0x' as Hex }))
  return { delegate, delegator, authority: rootAuthority, caveats: withArgs, salt, signature }
}

function fromTuple({ delegate, delegator, caveats, salt }: Delegation): Delegation {
  return { delegate, delegator, caveats: caveats.map(({ enforcer, terms }) => ({ enforcer, terms })), salt }
}

function hashText(text: string): Uint8Array {
  return keccak_256(utf8ToBytes(text))
}

function toWord(value: Hex): Uint8Array {
  return hexToBytes(value.slice(2).toLowerCase().padStart(64, '0'))
}

function toBytes(value: Hex): Uint8Array {
  return hexToBytes(value.slice(2))
}

function toHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`
}
