/** The logo of Platen: a sheet that leaves the press. */

export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 2h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4z" />
      <path d="M9 18V6.5h3.6a3.4 3.4 0 0 1 0 6.8H9" />
    </svg>
  )
}
