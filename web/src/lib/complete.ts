/** Puts back the fields that the server leaves out because they have their default. */
import { SHAPES } from '../protocol';

interface Shape {
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, string>>;
}

const shapes: Readonly<Record<string, Shape | undefined>> = SHAPES;

/** The value of a struct of that name with every field in place, nested structs included. */
export function complete(name: string, value: unknown): unknown {
  const shape = shapes[name];
  if (!shape || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => complete(name, one));
  const whole: Record<string, unknown> = { ...shape.defaults, ...value };
  for (const [field, part] of Object.entries(shape.parts)) whole[field] = complete(part, whole[field]);
  return whole;
}
