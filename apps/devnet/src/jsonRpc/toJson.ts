// In the language since V8 11.4, in TypeScript's library only with ES2026.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** JSON text in which a bigint is a number with all its digits, as nodes write 64-bit values. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    typeof entry === 'bigint' ? rawJSON(String(entry)) : entry,
  )
}
