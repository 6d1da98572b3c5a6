/** How a request ended, in one word: the problem's code, or the status where there is none. */
export async function codeOf(response: Response): Promise<string> {
  return response.status < 400 ? String(response.status) : (await response.json()).code
}
