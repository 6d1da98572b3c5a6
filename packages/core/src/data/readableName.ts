// Controls, characters without a glyph, and those that change the reading direction; a name has no spaces either.
const hidden =
  /\u034f|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u

/**
 * Returns a name if each of its characters is visible, otherwise null: anyone can choose a name, and with hidden
 * characters it could look like the name of somebody else.
 */
export function readableName(name: string | null): string | null {
  return name && name.length <= 255 && !hidden.test(name) ? name : null
}
