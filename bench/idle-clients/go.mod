module evenkeel.io/bench/idle-clients

go 1.19
