/** How many tokens, recipients or spenders are listed: no more is known about further ones (`readAssets`). */
export const listedAtMost = 8
