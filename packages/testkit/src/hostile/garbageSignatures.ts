/** Invalid results of `personal_sign` and `eth_signTypedData_v4`, by what is wrong with them. */
export const garbageSignatures: Readonly<Record<string, unknown>> = {
  null: null,
  undefined: undefined,
  true: true,
  empty: '',
  'no bytes': '0x',
  zeros: `0x${'00'.repeat(65)}`,
  'too short': `0x${'11'.repeat(64)}`,
  'not hex': `0x${'zz'.repeat(65)}`,
  // A well-formed signature by another key over another message.
  'of somebody else':
    '0x0c118f0e536c6b487cf46f3431c9556c255a14a860ab49b92cf192aa7f99e1e26e2bf9714c04145d5dd1d7c953b1216cac18ba0a41623ce0ebe8bc6a0ed7dd421c',
  'a megabyte': `0x${'11'.repeat(500_000)}`,
  object: { signature: '0x' },
}
