import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import { concatHex } from 'viem/utils'
import type { UserOperation } from './UserOperation.ts'

const domainType = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
const operationType =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,address entryPoint)'

/**
 * Returns the two hashes of an operation: the one that the account signs, which is typed data for the account itself as a contract, and
 * the one by which EntryPoint and bundlers name the operation.
 *
 * @see https://eips.ethereum.org/EIPS/eip-712
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
export function hashOperation(operation: UserOperation, chainId: number): { signed: Hex; name: Hex } {
  const { sender, nonce, callData, preVerificationGas } = operation
  const entryPoint = word(delegatorContracts.EntryPoint)
  const words = [
    word(sender),
    word(nonce),
    keccak('0x'),
    keccak(callData),
    halves(operation.verificationGasLimit, operation.callGasLimit),
    word(preVerificationGas),
    halves(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
    keccak(
      concatHex([
        operation.paymaster,
        halves(operation.paymasterVerificationGasLimit, operation.paymasterPostOpGasLimit),
        operation.paymasterData,
      ]),
    ),
  ]
  const domain = [
    keccakText(domainType),
    keccakText('EIP7702StatelessDeleGator'),
    keccakText('1'),
    word(BigInt(chainId)),
    word(sender),
  ]
  const struct = [keccakText(operationType), ...words, entryPoint]
  return {
    signed: keccak(concatHex(['0x1901', keccak(concatHex(domain)), keccak(concatHex(struct))])),
    name: keccak(concatHex([keccak(concatHex(words)), entryPoint, word(BigInt(chainId))])),
  }
}

function word(value: bigint | Hex): Hex {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()
  return `0x${digits.padStart(64, '0')}`
}

/** Packs two numbers of 128 bits. @throws if one is larger: it would change the other */
function halves(upper: bigint, lower: bigint): Hex {
  if (upper >> 128n !== 0n || lower >> 128n !== 0n)
    throw new Error('The operation has a number out of range.')
  return word((upper << 128n) | lower)
}

function keccak(bytes: Hex): Hex {
  return `0x${bytesToHex(keccak_256(hexToBytes(bytes.slice(2))))}`
}

function keccakText(text: string): Hex {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`
}
