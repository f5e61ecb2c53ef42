"""The decoder in Python reads the golden vectors as those of the server and the browser do."""

import json
import pathlib
import unittest

import grid_frame

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "vectors" / "v1" / "grid.json"


class GridFrame(unittest.TestCase):
    def test_vectors(self):
        for row in json.loads(VECTORS.read_text()):
            with self.subTest(row["name"]):
                decoder = grid_frame.Decoder(row["step"], row["particles"], row["links"])
                decoder.grid, decoder.number = row.get("base"), row.get("base_number")
                self.assertEqual(self.result_of(decoder, bytes.fromhex(row["hex"])), row["result"])
                held = row["number"] if "number" in row else row.get("base_number")
                self.assertEqual(decoder.number, held)

    def result_of(self, decoder, frame):
        try:
            return decoder.decode(frame)
        except grid_frame.Malformed:
            return "malformed"
        except grid_frame.NoBase:
            return "no_base"

    def test_positions(self):
        decoder = grid_frame.Decoder(0.0001, 1, [])
        decoder.grid = [1, -640000, 3]
        self.assertEqual(decoder.positions(), [9.999999747378752e-05, -64.0, 0.0003000000142492354])


if __name__ == "__main__":
    unittest.main()
