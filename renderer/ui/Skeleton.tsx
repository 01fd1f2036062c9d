/** A placeholder while loading; it becomes visible only after 150 ms (by CSS). */
export function Skeleton({ rows, height = 14 }: { readonly rows: number; readonly height?: number }) {
  return (
    <div className="col-sk" aria-hidden>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="sk" style={{ height, width: `${[82, 64, 74, 48][at % 4]}%` }} />
      ))}
    </div>
  )
}
