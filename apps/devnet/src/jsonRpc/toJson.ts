// Supported by V8 since 11.4; TypeScript's library has it only with ES2026.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** Serialises to JSON with bigints as numbers with all digits, as nodes do for 64-bit values. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    typeof entry === 'bigint' ? rawJSON(String(entry)) : entry,
  )
}
