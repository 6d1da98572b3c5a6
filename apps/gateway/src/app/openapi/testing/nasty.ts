import fc from 'fast-check'
import { readNasty } from '../../../testing/readNasty.ts'

export const nastyStrings = [
  ...readNasty().map(({ value }) => value),
  ...[
    '',
    ' ',
    '.',
    '..',
    '../../etc/passwd',
    '\\',
    '//',
    '*',
    '-1',
    '0',
    '1e999',
    'NaN',
    'null',
    'undefined',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'then',
    '$&',
    '%00',
    '%',
    '%E0%A4%A',
    '%2F..%2F',
  ],
  ...["' or 1=1 --", '<svg onload=1>', 'a,'.repeat(300), ','.repeat(5000), 'a'.repeat(9000), '9'.repeat(400)],
  ...[
    'eip155:1',
    'eip155:31337',
    'eip155:31337:0x',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:1',
    ':::',
    '\u0000',
  ],
  ...[
    'İ',
    'ß',
    '\ud800',
    '\u202e',
    '👩‍👩‍👧',
    'Ａ',
    `0x${'f'.repeat(40)}`,
    `0x${'F'.repeat(64)}`,
    '2026-13-45T99:99:99Z',
  ],
]

/** Returns strings that are known to break servers, and random strings. */
export const nasty = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nastyStrings) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)
