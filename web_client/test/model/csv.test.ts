import { describe, expect, it } from 'vitest'
import { csvOf } from '../../src/model/csv'

describe('a table as comma-separated values', () => {
  it('names every column with its unit, and a plain number without', () => {
    const columns = [
      { title: 'Time', unit: 's', values: [0, 0.1] },
      { title: 'Mean stretch', unit: '', values: [0.002, 1e-7] },
    ]
    expect(csvOf(columns)).toBe('Time (s),Mean stretch\r\n0,0.002\r\n0.1,1e-7\r\n')
  })

  it('leaves empty what is no number, and what a shorter column has not', () => {
    const columns = [
      { title: 'a', unit: '', values: [1, 2, 3] },
      { title: 'b', unit: '', values: [NaN, Infinity] },
    ]
    expect(csvOf(columns)).toBe('a,b\r\n1,\r\n2,\r\n3,\r\n')
  })

  it('quotes titles with commas and quotes', () => {
    expect(csvOf([{ title: 'Momentum, "x"', unit: 'kg m/s', values: [] }])).toBe(
      '"Momentum, ""x"" (kg m/s)"\r\n',
    )
  })

  it('keeps every digit, whatever the language', () => {
    expect(csvOf([{ title: 'x', unit: 'm', values: [1234567.891] }])).toContain('1234567.891')
  })
})
