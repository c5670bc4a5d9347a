/** Tables over a grid of equal steps on each axis, the first of which changes first; between the points runs a straight line. */

/** Every point of the grid in its order, each axis 0 to 1. */
export function gridPoints(axes: number, steps: number): Float32Array {
  const points = new Float32Array(steps ** axes * axes)
  for (let at = 0; at < steps ** axes; at += 1)
    for (let axis = 0; axis < axes; axis += 1)
      points[at * axes + axis] = (Math.floor(at / steps ** axis) % steps) / (steps - 1)
  return points
}

/** The points of the grid around a place (each axis 0 to 1), with their shares, which add up to 1. */
export function gridShares(
  place: readonly number[],
  steps: number,
): readonly { readonly point: number; readonly share: number }[] {
  const axes = place.map((part) => {
    const at = Math.min(Math.max(part, 0), 1) * (steps - 1)
    const low = Math.min(Math.floor(at), steps - 2)
    return { low, share: at - low }
  })
  return Array.from({ length: 1 << place.length }, (_, corner) => {
    let [share, point, stride] = [1, 0, 1]
    for (const [axis, { low, share: above }] of axes.entries()) {
      const high = (corner >> axis) & 1
      share *= high === 1 ? above : 1 - above
      point += (low + high) * stride
      stride *= steps
    }
    return { point, share }
  }).filter(({ share }) => share > 0)
}
