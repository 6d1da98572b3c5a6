import { describe, expect, test } from 'vitest'
import { decodeTransfers, type NodeLog, topics } from './decodeTransfers.ts'

const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
const topic = (digit: string) => `0x${digit.repeat(40).padStart(64, '0')}`
const address = (digit: string) => `0x${digit.repeat(40)}`
const log = (topics: string[], data: string): NodeLog => ({
  address: address('C'),
  topics,
  data,
  blockNumber: '0x10',
  blockHash: `0x${'AB'.repeat(32)}`,
  transactionHash: `0x${'CD'.repeat(32)}`,
  transactionIndex: '0x2',
  logIndex: '0x3',
})

describe('decodeTransfers', () => {
  test('behavior: three topics are an ERC-20 transfer', () => {
    expect(decodeTransfers(log([topics.transfer, topic('a'), topic('b')], `0x${word(2n ** 255n)}`))).toEqual([
      {
        blockNumber: 16,
        blockHash: `0x${'ab'.repeat(32)}`,
        txIndex: 2,
        txHash: `0x${'cd'.repeat(32)}`,
        logIndex: 3,
        subIndex: 0,
        standard: 'erc20',
        token: address('c'),
        sender: address('a'),
        recipient: address('b'),
        tokenId: null,
        amount: (2n ** 255n).toString(),
      },
    ])
  })

  test('behavior: four topics are an ERC-721 transfer', () => {
    const [transfer] = decodeTransfers(log([topics.transfer, topic('a'), topic('b'), `0x${word(7)}`], '0x'))
    expect(transfer).toMatchObject({ standard: 'erc721', tokenId: '7', amount: '1' })
  })

  test('behavior: ERC-1155, single', () => {
    const entry = log([topics.transferSingle, topic('d'), topic('a'), topic('b')], `0x${word(7)}${word(3)}`)
    expect(decodeTransfers(entry)).toMatchObject([
      { standard: 'erc1155', sender: address('a'), recipient: address('b'), tokenId: '7', amount: '3' },
    ])
  })

  test('behavior: ERC-1155, batch', () => {
    const lists = [64, 160, 2, 1, 2, 2, 5, 6].map(word).join('')
    const entry = log([topics.transferBatch, topic('d'), topic('a'), topic('b')], `0x${lists}`)
    expect(
      decodeTransfers(entry).map(({ subIndex, tokenId, amount }) => [subIndex, tokenId, amount]),
    ).toEqual([
      [0, '1', '5'],
      [1, '2', '6'],
    ])
  })

  test('behavior: wrapping mints tokens, unwrapping burns them', () => {
    const zero = address('0')
    expect(decodeTransfers(log([topics.deposit, topic('a')], `0x${word(1)}`))).toMatchObject([
      { sender: zero, recipient: address('a') },
    ])
    expect(decodeTransfers(log([topics.withdrawal, topic('a')], `0x${word(1)}`))).toMatchObject([
      { sender: address('a'), recipient: zero },
    ])
  })

  test.each([
    ['another event', ['0x1234'], '0x'],
    ['no topics', [], '0x'],
    ['ERC-20 without an amount', [topics.transfer, topic('a'), topic('b')], '0x'],
    ['ERC-20 with two words', [topics.transfer, topic('a'), topic('b')], `0x${word(1)}${word(1)}`],
    ['ERC-721 with data', [topics.transfer, topic('a'), topic('b'), topic('c')], `0x${word(1)}`],
    ['single without an amount', [topics.transferSingle, topic('d'), topic('a'), topic('b')], `0x${word(1)}`],
    ['batch without data', [topics.transferBatch, topic('d'), topic('a'), topic('b')], '0x'],
    [
      'batch with a length of 2^64',
      [topics.transferBatch, topic('d'), topic('a'), topic('b')],
      `0x${word(64)}${word(96)}${word(2n ** 64n)}${word(0)}`,
    ],
    [
      'batch with lists of different length',
      [topics.transferBatch, topic('d'), topic('a'), topic('b')],
      `0x${[64, 128, 1, 1, 0].map(word).join('')}`,
    ],
  ])('error: %s contains no transfer', (_, topics, data) => {
    expect(decodeTransfers(log(topics, data))).toEqual([])
  })
})
