/** The logo. Decorative: the name is shown beside it. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 58 58" aria-hidden="true">
      <rect width="58" height="58" rx="16" />
      <path d="M15 43.5V29.5a14 14 0 0 1 28 0v14" />
    </svg>
  )
}
