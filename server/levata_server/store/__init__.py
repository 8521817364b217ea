"""The store: the log of every table, people and tables, written before anybody hears of them."""
